/**
 * `npm run operator`: carries out the instructions of docs/deploying.md for a server of your own, in folders that take
 * the place of machines. Runs the commands of docs/deploying.md, with systemctl replaced:
 *
 * - the installation of the last release by its own guide, with two servers behind nginx, the limits of their systemd
 *   unit, and 100,000 orders
 * - an upgrade to this version and a rollback during requests, and a version that does not start
 * - a backup, the loss of the database, and the restore
 * - a first installation of this version on another machine
 *
 * Needs root, git with the commit of the last release, and nginx; exits with 69 without them.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startPostgres } from '@/db/testing/postgres'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { endAll, isEnding, onEnd } from '@/tools/bench/cleanup'
import { fill } from '@/tools/bench/fill'
import { addTraffic, raiseLimits, tokenOf, withClient } from '@/tools/bench/shop'
import { copyBuildCache } from '@/tools/build-cache'
import { projectFiles } from '@/tools/project-files'
import { type Ask, askerAt, customersOf } from './load'
import { account, createMachine, domain, group, run } from './machine'
import { released } from './released'

/** The number of this version in the test: higher than all that the repository has. */
const upgraded = '9.0.0'

const filledWith = { orders: 100_000, products: 2_000 }

const faults: string[] = []

function check(isTrue: boolean, fault: string): void {
  if (!isTrue) faults.push(fault)
}

/** Installs nginx from Debian's packages if it is missing, without starting it. Returns whether nginx is available. */
function hasNginx(): boolean {
  const path = '/usr/sbin/nginx'
  if (!existsSync(path) && existsSync('/usr/bin/apt-get')) {
    // Debian starts an installed service unless this file forbids it.
    const policy = '/usr/sbin/policy-rc.d'
    const isOurs = !existsSync(policy)
    if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    spawnSync('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light'])
    if (isOurs) rmSync(policy)
  }
  return existsSync(path)
}

/** The text of a file in the commit of the last release. undefined: the repository does not have the commit. */
function releasedFile(path: string): string | undefined {
  const shown = spawnSync('git', ['show', `${released.commit}:${path}`], { encoding: 'utf8' })
  return shown.status === 0 ? shown.stdout : undefined
}

const Token = z.object({ token: z.string() })
const Page = z.object({ total: z.number() })
/** 1.0.0 does not say its version. */
const Health = z.object({ version: z.string().optional() })

async function signIn(ask: Ask, secret: string): Promise<string> {
  const { text } = await ask('POST', '/v1/token', { body: { type: 100, account: 'boss', secret } })
  return Token.parse(JSON.parse(text)).token
}

const oneTimeSecret = (output: string) => /shown this once: (\S+)/.exec(output)?.[1] ?? ''

async function expectReady(ask: Ask): Promise<void> {
  for (let tries = 0; tries < 100 && (await ask('GET', '/api/ready')).status !== 200; tries++) await wait(200)
  check((await ask('GET', '/api/ready')).status === 200, 'The shop is not ready behind nginx.')
}

async function main(): Promise<void> {
  const files = projectFiles()
  const guide = releasedFile('docs/deploying.md')
  const isRoot = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
  if (!files || !guide || !isRoot || !hasNginx()) {
    console.log(
      `The guide is carried out as root, who can act as the account of the shop, with nginx and a repository that has ${released.version}.`,
    )
    process.exitCode = 69
    return
  }
  // Not in /tmp, which servers do not see.
  const folder = mkdtempSync('/var/tmp/mini-shop-operator-')
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres()
  onEnd(postgres.stop)

  // The repository of the shop, whose releases have no tags.
  const repository = join(folder, 'repository')
  run('git', ['clone', '--quiet', '--no-tags', '.', repository], process.cwd())
  const git = (...args: string[]) =>
    run(
      'git',
      ['-c', 'user.name=shop', '-c', 'user.email=shop@example.com', '-c', 'safe.directory=*', ...args],
      repository,
    )
  git('remote', 'remove', 'origin')
  git('checkout', '--quiet', '-B', 'main', released.commit)
  const own = () => run('chown', ['-R', `${account}:${group}`, repository], folder)
  own()

  const machine = await createMachine({ folder: join(folder, 'machine'), postgres_url: postgres.url, repository })
  const { at, act, sh } = machine
  const app = at('srv/app')

  console.log(`Installation of ${released.version}`)
  await act('create role shop', { guide })
  await act('git clone <this repository> app', { guide, as_shop: at('srv') })
  await act('cat > /etc/shop.env', { guide })
  const installed = await act('npm run admin:create', { guide, as_shop: app })
  const filled = await fillShop(machine.admin_url)
  await act('cp /srv/shop/app/examples/server/shop@.service', { guide })
  await act('nginx -t', { guide })
  const ask = askerAt(machine.ports.https)
  await expectReady(ask)
  const secret = oneTimeSecret(installed)
  const own_secret = 'a good long secret of the operator'
  await ask('PUT', '/v1/user/password', {
    token: await signIn(ask, secret),
    body: { old_secret: secret, new_secret: own_secret },
  })
  const token = await signIn(ask, own_secret)
  const isCalm = () => existsSync(at('srv/current')) && !existsSync(at('srv/versions', upgraded))
  const customers = customersOf({ ask, database_url: machine.admin_url, ...filled, isCalm })
  const underRequests = async (name: string, stops: string, work: () => Promise<void>) => {
    const found = await customers(name, stops, work)
    if (found.length > 0) console.log(readFileSync(at('nginx.log'), 'utf8').split('\n').slice(-40).join('\n'))
    faults.push(...found)
  }
  /** The version that the servers run, or '' if one of them runs another than the others. */
  const running = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('GET', '/api/health')))
    const versions = new Set(answers.map(({ text }) => Health.parse(JSON.parse(text)).version ?? released.version))
    return versions.size === 1 ? [...versions][0] : ''
  }

  git('checkout', '--quiet', '-B', 'main', run('git', ['rev-parse', 'HEAD'], process.cwd()).trim())
  for (const name of readdirSync(repository)) if (name !== '.git') rmSync(join(repository, name), { recursive: true })
  for (const name of files) {
    mkdirSync(dirname(join(repository, name)), { recursive: true })
    cpSync(name, join(repository, name))
  }
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', `Release ${upgraded}`)
  own()
  const { version } = Health.parse(JSON.parse(readFileSync('package.json', 'utf8')))

  console.log(`From ${released.version}`)
  await underRequests('from the layout of the release', released.version, async () => {
    await act('cp --archive --no-target-directory')
    await act('git archive origin/HEAD deploy')
    await act('/root/deploy/nginx.conf /etc/nginx')
    await act('shopctl restart')
  })
  check((await running()) === released.version, `After the restart, ${await running()} runs.`)
  console.log('Upgrade')
  copyBuildCache(app)
  run('chown', ['-R', `${account}:${group}`, at('srv/app')], folder)
  const upgrade = async () => {
    const output = await act('install <version>', { changes: { '<version>': upgraded } })
    console.log(
      output
        .split('\n')
        .filter((line) => /migration|Updat/i.test(line))
        .join('\n'),
    )
  }
  await underRequests('upgrade', released.version, upgrade)
  check((await running()) === version, `After the upgrade, ${await running()} runs.`)
  console.log('Going back')
  const back = async () => void (await act('--no-clobber', { changes: { '<version>': upgraded } }))
  await underRequests('going back', upgraded, back)
  check((await running()) === released.version, `After going back, ${await running()} runs.`)
  await underRequests('forward again', released.version, async () => {
    await act('switch <version before>', { changes: { '<version before>': upgraded } })
  })

  console.log('A version that does not start')
  cpSync(at('srv/versions', upgraded), at('srv/versions/broken'), { recursive: true, verbatimSymlinks: true })
  writeFileSync(at('srv/versions/broken/.server/server.js'), 'process.exit(1)\n')
  run('chown', ['-R', `${account}:${group}`, at('srv/versions/broken')], folder)
  await underRequests('broken version', upgraded, async () => {
    const { code, output } = await sh('shopctl switch broken')
    check(code === 1 && output.includes(`${upgraded} is current again`), `A broken version: ${code} ${output}`)
  })
  check((await running()) === version, 'A broken version is not replaced by the one before.')

  console.log('Backup, loss, restore')
  const articles = async () => Page.parse(JSON.parse((await ask('GET', '/cms/article?size=1', { token })).text)).total
  const write = () => ask('POST', '/cms/article', { token, body: { title: 'After a backup', content: '<p>Text</p>' } })
  const upload = await fetch(`http://127.0.0.1:${machine.ports['3001']}/cms/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, host: domain },
    body: formWith(Uint8Array.from(await picture({ width: 300 }))),
  })
  const { url } = z.object({ url: z.string() }).parse(await upload.json())
  const file = new URL(url).pathname
  const kept = await articles()
  await act('shopctl backup')
  const times = (await sh('shopctl restore')).output.trim().split('\n')
  const time = times.find((one) => !one.includes('before')) ?? ''
  const [dump, archive] = [at('backups', `${time}.dump`), at('backups', `${time}.files.tar.gz`)]
  for (const path of [dump, archive]) check((statSync(path).mode & 0o077) === 0, `Others may read ${path}.`)
  const rehearsed = await act('run rehearse', { changes: { '<time>': time } })
  check(/Restored: [1-9]\d* customers, .* [1-9]\d* files\./.test(rehearsed), `The rehearsal says: ${rehearsed}`)

  await write()
  await withClient(machine.database_url, (client) => client.query('drop owned by current_user cascade'))
  rmSync(at('lib/files'), { recursive: true })
  check((await ask('GET', '/v1/category')).status >= 500, 'The shop answers without its tables.')
  await act('shopctl restore <time>', { changes: { '<time>': time } })
  check((await articles()) === kept, `After the restore there are ${await articles()} articles instead of ${kept}.`)
  check((await ask('GET', file)).status === 200, 'After the restore, the file is missing.')
  check((await ask('GET', '/v1/user', { token })).status === 200, 'After the restore, a session has ended.')
  check((await write()).status === 201, 'After the restore, nothing can be written.')

  console.log('Mistakes')
  const refusedWith = async (script: string, code: number, text: string) => {
    const ran = await sh(script)
    check(ran.code === code && ran.output.includes(text), `${script}: ${ran.code} ${ran.output.slice(-500)}`)
  }
  await refusedWith('shopctl nonsense', 2, 'shopctl install [<version>]')
  await refusedWith('shopctl install 9.9.9', 1, 'there is no version 9.9.9')
  await refusedWith(`shopctl build ${upgraded}`, 0, `${upgraded} is built`)
  await refusedWith('shopctl switch 9.9.9', 1, '9.9.9 is not built')
  await refusedWith('shopctl switch ..', 1, 'is not a release or a commit')
  await refusedWith('shopctl versions --available', 0, `\n${released.version} ${released.commit}`)
  await refusedWith('shopctl status', 0, 'ready\nLast backup: 2')
  await refusedWith('shopctl restore 20010101T000000Z', 1, 'there is no')
  await refusedWith('shopctl run nonsense', 1, 'there is no command nonsense')
  await underRequests('restart', upgraded, async () => void (await sh('shopctl restart')))

  const after = await articles()
  truncateSync(dump, Math.floor(statSync(dump).size / 2))
  const refused = await sh(`shopctl restore ${time}`)
  check(refused.code === 1 && refused.output.includes('is as before'), `A damaged backup: ${refused.output}`)
  check((await articles()) === after, 'A damaged backup has replaced the database.')
  check(readdirSync(at('srv/versions')).length <= 4, 'Old versions are not removed.')
  expectCleanLog(machine.output())
  await machine.stop()

  console.log('A first installation')
  await withClient(postgres.url, async (client) => {
    await client.query('drop database shop')
    await client.query('drop role shop')
  })
  const second = await createMachine({ folder: join(folder, 'second'), postgres_url: postgres.url, repository })
  await second.act('createuser shop')
  await second.act('git clone')
  // Built on the first machine, so that nothing is built here.
  cpSync(at('srv/versions', upgraded), second.at('srv/versions', upgraded), { recursive: true, verbatimSymlinks: true })
  run('chown', ['-R', `${account}:${group}`, second.at('srv')], folder)
  await second.act('cat > /etc/shop.env')
  check((statSync(second.at('shop.env')).mode & 0o077) === 0, 'Others may read the file of the variables.')
  const first_secret = oneTimeSecret(await second.act('admin-create'))
  await second.act('enable --now shop@3001')
  await second.act('certbot certonly')
  const askSecond = askerAt(second.ports.https)
  await expectReady(askSecond)
  await signIn(askSecond, first_secret)
  expectCleanLog(second.output())
}

/** Fills the database of a release, and adds customers and SKUs for requests. */
async function fillShop(admin_url: string) {
  await withClient(admin_url, (client) =>
    client.query(
      `with shelf as (insert into category (name) values ('茶') returning id) insert into category (name, parent_id) select '茶具', id from shelf`,
    ),
  )
  const { products } = await fill(admin_url, filledWith.orders, filledWith.products)
  return withClient(admin_url, async (client) => {
    await raiseLimits(client)
    await client.query(`insert into config (key, value) values ('limit.reads_per_minute', '10000000')`)
    const { customers, skus } = await addTraffic(client)
    // Customers of a real shop.
    await client.query('update "user" set sandbox = false')
    await client.query('vacuum analyze')
    return { tokens: customers.map(tokenOf), skus, products }
  })
}

function expectCleanLog(logs: string): void {
  check(!/ENOENT|EROFS|EACCES|Cannot find/.test(logs), `A server wrote:\n${logs.slice(-2_000)}`)
}

try {
  await main()
  for (const fault of faults) console.log(`\n✗ ${fault}`)
  if (process.exitCode === undefined) console.log(`\n${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  if (!isEnding()) console.error(error)
  process.exitCode = 1
}
await endAll()
process.exit()
