"""The Rating Report Form (4(4)): the workbook as it is handed out, and read back when it is filled in."""
