import { readMigrations } from '@/db/migrate'

/** Of all migrations after the first, with the whole table as one batch. */
export const laterStatements = () =>
  readMigrations('db/migrations')
    .slice(1)
    .flatMap(({ statements }) => statements)
    .map((statement) => statement.replaceAll(/\$1\b/g, '0').replaceAll(/\$2\b/g, '1000000').trim())
