// `npm run check:i18n`: messages that are missing, malformed, unused or unknown. The checker takes one file for each
// language, so it gets the namespaces of a language put together.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const source = 'lib/kit/i18n'
const merged = mkdtempSync(join(tmpdir(), 'i18n-'))
try {
  for (const { name: locale } of readdirSync(source, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    // Beside them lie the types that `next typegen` makes.
    const names = readdirSync(join(source, locale)).filter((name) => name.endsWith('.json'))
    const files = names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(source, locale, name), 'utf8')),
    ])
    writeFileSync(join(merged, `${locale}.json`), JSON.stringify(Object.fromEntries(files)))
  }
  // Names of modules and verbs are looked up by permission codes, which a test of lib/auth/names.ts does for all codes.
  // Names of columns that only files have are looked up by their fields, which a test of lib/kit/api/csv/csv-labels.ts does.
  // Names of settings are looked up by their keys, which a test of lib/kit/config/registry.ts does.
  // What the name of a copy ends in is added by the server.
  const names = ['--ignore', '.names.*', '.csv.*', 'setting.*', 'catalogue.copySuffix']
  const options = ['--source', 'en', '--format', 'next-intl', '--unused', 'app', 'components', 'lib']
  const only = ['--only', 'missingKeys', 'invalidKeys', 'unused', 'undefined']
  const { status } = spawnSync('i18n-check', ['--locales', merged, ...options, ...names, ...only], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(merged, { recursive: true })
}
