import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { build } from '@/lib/kit/build'
import { environmentVariables } from '@/lib/kit/env'
import { createMetrics } from '@/lib/kit/metrics/registry'
import { health } from '@/lib/server/ready'

/** The Markdown documents of the project: in the top folder, beside the code, and below `docs` and `examples`. */
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...['lib/kit/api/README.md', 'components/admin/README.md', 'app/(site)/README.md'],
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]

const read = (file: string) => readFileSync(file, 'utf8')

const Compose = z.object({
  services: z.record(z.string(), z.record(z.string(), z.unknown())),
})
const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const Dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })

const codeBlocks = (text: string) => [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block)

/** Returns the anchor of a heading on GitHub: in lower case, with hyphens for spaces, without punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

describe.each(documents)('%s', (file) => {
  test('links to files and headings that exist', () => {
    const missing = [...read(file).matchAll(/\]\((?:<([^>]+)>|(?!https?:|mailto:)([^)\s]+))\)/g)].flatMap(
      ([, quoted, plain]) => {
        const target = quoted ?? plain ?? ''
        const [path = '', anchor] = target.split('#')
        const linked = path === '' ? file : join(dirname(file), path)
        if (!existsSync(linked)) return [target]
        if (anchor === undefined || !linked.endsWith('.md')) return []
        const headings = [...read(linked).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
        return headings.includes(anchor) ? [] : [target]
      },
    )
    expect(missing).toEqual([])
  })

  test('names files and folders that exist', () => {
    const named = [...read(file).matchAll(/`((?:app|components|db|e2e|lib|scripts|tools)\/[^\s`*{…<]*)`/g)]
    // The guide to a new resource uses favorites as an example.
    const paths = named.map(([, path = '']) => path).filter((path) => !path.includes('favorite'))
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  test('has no line of over 160 characters outside of commands', () => {
    const prose = read(file).replaceAll(/```[\s\S]*?```/g, '')
    expect(prose.split('\n').filter((line) => line.length > 160)).toEqual([])
  })
})

describe('the README', () => {
  const withoutComments = (file: string) =>
    codeBlocks(read(file)).map((block) =>
      block.replaceAll(/^#.*\n/gm, '').replaceAll(/"account":"\w+"|-d '{"name":.*'$/gm, ''),
    )

  test('has at most 700 words', () => {
    expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700)
  })

  test('has the same commands, links and tables in both languages', () => {
    expect(withoutComments('README.zh-CN.md')).toEqual(withoutComments('README.md'))
    const links = (file: string) =>
      [...read(file).matchAll(/\]\(([^)]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^README|LICENSE/.test(link))
        .map((link) => link.replace('.zh-CN.md', '.md'))
    expect(links('README.zh-CN.md').sort()).toEqual(links('README.md').sort())
    const headings = (file: string) => read(file).match(/^## /gm)?.length
    expect(headings('README.zh-CN.md')).toBe(headings('README.md'))
  })
})

test.each(['docs/configuration.md', 'docs/configuration.zh-CN.md'])(
  '%s explains every variable and no other',
  (file) => {
    const rows = [...read(file).matchAll(/^\| (`[A-Z_`, 0-9]+`) \|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_0-9]+/g) ?? [],
    )
    expect(rows.sort()).toEqual(environmentVariables().sort())
  },
)

test('.env.example has every variable and no other', () => {
  const names = [...read('.env.example').matchAll(/^(?:# )?([A-Z_0-9]+)=/gm)].map(([, name]) => name)
  const ofCompose = ['DOMAIN', 'POSTGRES_PASSWORD', 'SHOP_VERSION']
  expect(names.sort()).toEqual([...environmentVariables(), ...ofCompose].sort())
})

test('compose.yaml reads variables of .env.example, and runs what the build writes', () => {
  const known = new Set([...read('.env.example').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name))
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(2)
  expect(used.filter((name) => !known.has(name))).toEqual([])
  const { services } = Compose.parse(parse(read('compose.yaml')))
  expect(services.migrate?.command).toEqual(['node', '.server/migrate.js'])
  expect(services.shop?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  // A version of its own for each image, so that the one before can start again.
  for (const name of ['migrate', 'shop']) expect(services[name]?.image).toMatch(/^mini-shop:\$\{SHOP_VERSION\b/)
  // An empty value in `.env` would override the value of the image.
  for (const name of ['HOST', 'PORT', 'DATA_DIR']) expect(known.has(name)).toBe(false)
})

test('the proxy of compose.yaml waits longer than a container of the shop takes to stop', () => {
  const { services } = Compose.parse(parse(read('compose.yaml')))
  expect(services.proxy?.volumes).toContain('./deploy/compose.Caddyfile:/etc/caddy/Caddyfile:ro')
  const config = read('deploy/compose.Caddyfile')
  expect(config).toContain('reverse_proxy shop:3000 {')
  const [, waits] = /lb_try_duration (\d+)s$/m.exec(config) ?? []
  const [, grace] = /^(\d+)s$/.exec(String(services.shop?.stop_grace_period)) ?? []
  expect(Number(waits)).toBeGreaterThanOrEqual(Number(grace) + 10)
})

test('the version is the same in package.json, its lock file and the changelog', () => {
  const { version } = build
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
  const released = /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1] ?? ''
  // Between two releases it is the next one, with -dev.
  if (version.endsWith('-dev')) expect(version.localeCompare(released, 'en', { numeric: true })).toBe(1)
  else expect(version).toBe(released)
  expect(version.endsWith('-dev')).toBe(/^## \[Unreleased\]\n\n#/m.test(read('CHANGELOG.md')))
  expect(JSON.parse(String(health().body))).toEqual({ status: 'ok', version, commit: null })
})

describe('the documents about monitoring', () => {
  const files = ['docs/monitoring.md', 'docs/monitoring.zh-CN.md']
  const rules = Rules.parse(parse(read('examples/monitoring/alerts.yaml'))).groups.flatMap((group) => group.rules)
  const dashboard = Dashboard.parse(JSON.parse(read('examples/monitoring/dashboard.json')))
  /** Metrics of the blackbox exporter and the node exporter. */
  const ofExporters = [
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
    'node_systemd_timer_last_trigger_seconds',
    'node_systemd_unit_state',
    'probe_ssl_earliest_cert_expiry',
    'probe_success',
  ]
  /** Returns the names of the metrics, with their types. */
  const exposed = async () => {
    const text = await createMetrics().text()
    return new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type] as const),
    )
  }

  test.each(files)('%s explains every metric and no other', async (file) => {
    const rows = [...read(file).matchAll(/^\| `([a-z_0-9]+)` \| (\w+) \| (.*) \|$/gm)]
    const named = rows.flatMap(([, name, , meaning = '']) => [
      name,
      ...[...meaning.matchAll(/`([a-z]+_[a-z_0-9]+)`/g)].map(([, other]) => other),
    ])
    const values = ['refund_abnormal', 'refund_refused', '_count']
    const metrics = await exposed()
    expect([...new Set(named)].filter((name) => !values.includes(name ?? '')).sort()).toEqual(
      [...metrics.keys()].sort(),
    )
    for (const [, name = '', type] of rows) expect([name, metrics.get(name)]).toEqual([name, type])
  })

  test('rules and panels use metrics that exist', async () => {
    const names = new Set(
      [...(await exposed())].flatMap(([name, type]) =>
        type === 'histogram'
          ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
          : [type === 'counter' ? `${name}_total` : name],
      ),
    )
    const queries = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    const used = queries.flatMap(
      (query) =>
        query.match(
          /\b(?:http|job|database|payments|metrics|process|nodejs|log|build|write_queue|probe|node_[a-z]+)_\w+/g,
        ) ?? [],
    )
    expect(used.length).toBeGreaterThan(queries.length - 2)
    expect([...new Set(used)].filter((name) => !names.has(name)).sort()).toEqual(ofExporters)
  })

  test('only counters end in _total', async () => {
    // A counter is named without it in its type.
    expect([...(await exposed()).keys()].filter((name) => name.endsWith('_total'))).toEqual([])
  })

  test('the rule about memory warns before systemd ends a server, and has room above usual servers', () => {
    const [, warned] = /> (\S+)$/.exec(rules.find(({ alert }) => alert === 'ShopMemory')?.expr ?? '') ?? []
    const [, most] = /^MemoryMax=(\d+)G$/m.exec(read('deploy/shop@.service')) ?? []
    expect(Number(warned)).toBeGreaterThan(0.5e9)
    expect(Number(warned)).toBeLessThan(0.8 * Number(most) * 2 ** 30)
  })

  test.each(files)('%s explains every rule and no other', (file) => {
    const named = [...read(file).matchAll(/^\| `(Shop\w+)` \|/gm)].map(([, name]) => name)
    expect(named).toEqual(rules.map(({ alert }) => alert))
  })

  test('have the same commands in both languages', () => {
    expect(codeBlocks(read('docs/monitoring.zh-CN.md'))).toEqual(codeBlocks(read('docs/monitoring.md')))
  })
})

test('CONTRIBUTING.md has at most 90 lines', () => {
  expect(read('CONTRIBUTING.md').trim().split('\n').length).toBeLessThanOrEqual(90)
})

test('the guide to deployment has the same commands in both languages', () => {
  expect(codeBlocks(read('docs/deploying.zh-CN.md'))).toEqual(codeBlocks(read('docs/deploying.md')))
})

test('the commands of package.json are explained, and no other', () => {
  const named = new Set(
    [...read('docs/commands.md').matchAll(/`(?:\w+=\S+ )?npm (?:run )?([\w:-]+)/g)].map(([, name]) => name),
  )
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  // `npm run check` runs these commands, and names a command that fails.
  const parts = ['check:i18n', 'lint', 'lint:document']
  expect([...named].sort()).toEqual(scripts.filter((name) => !parts.includes(name)).sort())
})

describe('the rules of money', () => {
  /**
   * The rules of docs/rules.md, each with the files and titles of the tests that it cites. A citation is a list item
   * below the rule.
   */
  const rules = read('docs/rules.md')
    .split(/^- /m)
    .slice(1)
    .map((item) => ({
      rule: item.split('\n')[0] ?? '',
      items: item.match(/^ +- /gm)?.length ?? 0,
      cited: [...item.matchAll(/^ {2}- `([^`]+)`\s+"([^"]+)"$/gm)].map(([, file = '', title = '']) => ({
        file,
        title,
      })),
    }))

  /** Returns the titles of the tests and groups in a file; empty if the file does not exist or is not a test. */
  const titlesIn = (file: string) =>
    /\.(test|spec)\.tsx?$/.test(file) && existsSync(file)
      ? [...read(file).matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1,/g)].map(([, , title]) => title)
      : []

  test('are many, and none is listed twice', () => {
    expect(rules.length).toBeGreaterThanOrEqual(50)
    const seen = rules.map(({ rule }) => rule.toLowerCase())
    expect(seen.filter((rule, at) => seen.indexOf(rule) < at)).toEqual([])
  })

  test('cite one to three tests each', () => {
    expect(rules.filter(({ items, cited }) => cited.length < 1 || cited.length > 3 || cited.length !== items)).toEqual(
      [],
    )
  })

  test('cite tests that exist', () => {
    const cited = rules.flatMap((one) => one.cited)
    expect(cited.filter(({ file, title }) => !titlesIn(file).includes(title))).toEqual([])
  })
})

test('every decision is in their index', () => {
  const files = readdirSync('docs/decisions').filter((name) => name !== 'README.md')
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{3}-[^)]+)\) \| (\w+) \| ([\d-]+) \|/g)]
  expect(listed.map(([, file]) => file)).toEqual(files.sort())
  for (const [, file = '', status, date] of listed) {
    expect(read(join('docs/decisions', file)).split('\n')[2]).toBe(`Status: ${status}, ${date}`)
  }
})
