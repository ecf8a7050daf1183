"""The regulations reckoned a second time, apart from the program, and held against it list by list."""
