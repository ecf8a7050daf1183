"""The public website: static pages in Japanese and English, written from published lists alone."""
