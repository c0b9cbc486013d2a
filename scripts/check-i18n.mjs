// `npm run check:i18n`: finds messages that are missing, malformed, unused or unknown. The checker takes one file for
// each language, so the namespaces of a language are merged first.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const source = 'lib/kit/i18n'
const merged = mkdtempSync(join(tmpdir(), 'i18n-'))
try {
  for (const { name: locale } of readdirSync(source, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    // The folder also has the types that `next typegen` generates.
    const names = readdirSync(join(source, locale)).filter((name) => name.endsWith('.json'))
    const files = names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(source, locale, name), 'utf8')),
    ])
    writeFileSync(join(merged, `${locale}.json`), JSON.stringify(Object.fromEntries(files)))
  }
  // Unused here, but looked up by computed keys: names of modules and verbs by permission codes (a test of
  // lib/auth/names.ts checks all codes), names of columns of files by their fields (a test of
  // lib/kit/api/csv/csv-labels.ts), names of settings by their keys (a test of lib/kit/config/registry.ts), and synonyms
  // by what they are for (a test of lib/server/admin/synonyms.ts). The server uses the suffix of a copy's name.
  const names = ['--ignore', '.names.*', '.csv.*', 'setting.*', 'synonym.*', 'catalogue.copySuffix']
  const options = ['--source', 'en', '--format', 'next-intl', '--unused', 'app', 'components', 'lib']
  const only = ['--only', 'missingKeys', 'invalidKeys', 'unused', 'undefined']
  const { status } = spawnSync('i18n-check', ['--locales', merged, ...options, ...names, ...only], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(merged, { recursive: true })
}
