"""What the register's codes say, where people read them."""

SEX_IN_WORDS = {"m": "male", "f": "female"}
