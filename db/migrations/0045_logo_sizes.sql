-- Logos were stored without a check of their pixels. They are fetched again when they are needed.
truncate company_logos;
