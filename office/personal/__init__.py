"""Personal data: everything about a member, what is erased on request, and how long mails and pages stay."""
