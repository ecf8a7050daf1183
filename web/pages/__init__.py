"""The pages of the desk, a module each with its `routes`; `web/serve.py` names them."""
