"""Workbooks from outside (xlsx, xls, ods): one guard for all, and a process of its own that reads them."""
