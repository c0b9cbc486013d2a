// `npm run check:i18n`: finds messages that are missing, malformed, unused or unknown. The checker takes one file for
// each language, so the namespaces of a language are merged first.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folderOfTexts = 'lib/kit/i18n'
const folder = mkdtempSync(join(tmpdir(), 'i18n-'))
const [merged, uses] = [join(folder, 'merged'), join(folder, 'uses')]

/** Returns a component that uses the default labels of the list in a file: the texts of columns, filters and tabs. */
function labelUses(source) {
  const [, namespace] = /\btexts="(\w+)"/.exec(source) ?? /<ResourceTable\s+name="(\w+)"/.exec(source) ?? []
  if (namespace === undefined) return ''
  const names = [...source.matchAll(/\b(?:key|name): '(\w+)'(?!,\s*label:)/g)].map(([, name]) => name)
  const keys = names.map((name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()))
  const [, tabs] = /\bvalues: \[([^\]]*)\]/.exec(source) ?? []
  const texts = JSON.parse(readFileSync(`${folderOfTexts}/en/${namespace}.json`, 'utf8'))
  return [
    "import { useTranslations } from 'next-intl'",
    'export function Labels() {',
    `  const t = useTranslations('${namespace}')`,
    ...[...keys, 'empty'].filter((key) => typeof texts[key] === 'string').map((key) => `  t('${key}')`),
    ...(tabs === undefined ? [] : ['all', ...tabs.match(/\w+/g)]).map((tab) => `  t('tab.${tab}')`),
    '}',
  ].join('\n')
}

try {
  mkdirSync(merged)
  mkdirSync(uses)
  const files = readdirSync('app/admin', { recursive: true }).filter((name) => name.endsWith('.tsx'))
  for (const [index, file] of files.entries())
    writeFileSync(join(uses, `${index}.tsx`), labelUses(readFileSync(join('app/admin', file), 'utf8')))
  for (const { name: locale } of readdirSync(folderOfTexts, { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )) {
    // The folder also has the types that `next typegen` generates.
    const names = readdirSync(join(folderOfTexts, locale)).filter((name) => name.endsWith('.json'))
    const files = names.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(folderOfTexts, locale, name), 'utf8')),
    ])
    writeFileSync(join(merged, `${locale}.json`), JSON.stringify(Object.fromEntries(files)))
  }
  // Unused here, but looked up by computed keys: names of modules and verbs by permission codes (a test of
  // lib/auth/names.ts checks all codes), names of columns of files by their fields (a test of
  // lib/kit/api/csv/csv-labels.ts), names of settings by their keys (a test of lib/kit/config/registry.ts), and synonyms
  // by what they are for (a test of lib/server/admin/synonyms.ts). The server uses the suffix of a copy's name, and the
  // words of names of files.
  const names = ['--ignore', '.names.*', '.csv.*', 'setting.*', 'synonym.*', 'download.*', 'catalogue.copySuffix']
  const options = ['--source', 'en', '--format', 'next-intl', '--unused', 'app', 'components', 'lib', uses]
  const only = ['--only', 'missingKeys', 'invalidKeys', 'unused', 'undefined']
  const { status } = spawnSync('i18n-check', ['--locales', merged, ...options, ...names, ...only], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
