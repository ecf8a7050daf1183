"""The pages of the desk, a module each with its `routes`; `web/app.py` names them."""
