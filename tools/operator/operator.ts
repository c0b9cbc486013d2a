/**
 * `npm run operator`: carries out the instructions of docs/deploying.md for a server of your own, in a folder that
 * takes the place of the machine. Runs the commands of docs/deploying.md, with systemctl replaced:
 *
 * - the installation, with two servers behind nginx and the limits of their systemd unit
 * - an upgrade and a rollback during requests, and a version that does not start
 * - a backup, the loss of the database, and the restore
 *
 * Needs root, git and nginx; exits with 69 without them.
 */
import { spawn, spawnSync } from 'node:child_process'
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
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import { dirname, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { startPostgres } from '@/db/testing/postgres'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { freePort } from '@/lib/server/testing/server'
import { endAll, isEnding, onEnd } from '@/tools/bench/cleanup'
import { copyBuildCache } from '@/tools/build-cache'
import { projectFiles } from '@/tools/project-files'
import { commandOfGuide } from './guide'
import { startUnit, stopUnit } from './unit'

/**
 * The account that runs the servers in place of `shop`, the account in docs/deploying.md. Every machine has this
 * account.
 */
const account = 'nobody'
const group = spawnSync('id', ['-gn', account], { encoding: 'utf8' }).stdout.trim()
const domain = 'shop.example.com'

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

/** Runs a program. If the program fails, throws an error with the output. */
function run(program: string, args: string[], cwd: string): void {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${ran.stdout}${ran.stderr}`)
}

const Token = z.object({ token: z.string() })
const Page = z.object({ total: z.number() })

async function main(): Promise<void> {
  const files = projectFiles()
  if (!files || process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0 || !hasNginx()) {
    console.log('The guide is carried out as root, who can act as the account of the shop, with git and nginx.')
    process.exitCode = 69
    return
  }
  // Not in /tmp, which servers do not see.
  const folder = mkdtempSync('/var/tmp/mini-shop-operator-')
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const at = (...names: string[]) => join(folder, ...names)
  const postgres = await startPostgres()
  onEnd(postgres.stop)
  const server = new URL(postgres.url)
  const ports = { '3001': await freePort(), '3002': await freePort(), http: await freePort(), https: await freePort() }

  // The repository of the shop, whose releases have no tags.
  const repository = at('repository')
  for (const name of files) {
    mkdirSync(dirname(join(repository, name)), { recursive: true })
    cpSync(name, join(repository, name))
  }
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=shop', '-c', 'user.email=shop@example.com', ...args], repository)
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Release 1.1.0')
  run('chown', ['-R', `${account}:${group}`, repository], folder)

  for (const name of ['srv', 'lib', 'backups', 'bin', 'units', 'nginx', 'certificate']) mkdirSync(at(name))
  for (const name of ['srv', 'lib', 'backups']) run('chown', [`${account}:${group}`, at(name)], folder)

  /** Replaces the paths, accounts and host names in commands of docs/deploying.md by those of this test. */
  const place = (text: string) =>
    text
      .replaceAll('/srv/shop', at('srv'))
      .replaceAll('/var/lib/shop', at('lib'))
      .replaceAll('/var/backups/shop', at('backups'))
      .replaceAll('/etc/shop.env', at('shop.env'))
      .replaceAll('/usr/local/sbin/', `${at('bin')}/`)
      .replaceAll('/etc/systemd/system/', `${at('units')}/`)
      .replaceAll('/etc/nginx/conf.d/', `${at('nginx')}/`)
      .replaceAll('runuser -u postgres --', `env PGHOST=${server.hostname} PGPORT=${server.port} PGUSER=postgres`)
      .replaceAll('runuser -u shop', `runuser -u ${account}`)
      .replaceAll('--owner=shop --group=shop', `--owner=${account} --group=${group}`)
      .replaceAll('shop@localhost/shop?host=/var/run/postgresql', `shop@${server.host}/shop`)
      .replaceAll('<this repository>', repository)
      .replaceAll('<your domain>', domain)
      .replaceAll('<username>', 'boss')
      .replaceAll(/\b300[12]\b/g, (port) => String(ports[port === '3001' ? '3001' : '3002']))
      // What needs the machine itself, or the network.
      .replaceAll(/^(?:useradd|apt-get|node --version|certbot) ?.*$/gm, '')
  const PATH = `${at('bin')}:${dirname(process.execPath)}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH,
    HOME: '/root',
    SHOP_HOME: at('srv'),
    SHOP_ENV: at('shop.env'),
    SHOP_BACKUPS: at('backups'),
  }

  /** Runs commands in a shell with only the environment variables of the test. Returns the exit code and the output. */
  async function sh(script: string): Promise<{ code: number; output: string }> {
    const child = spawn('env', ['-u', 'NODE_ENV', 'sh', '-euc', script], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onEnd(async () => void child.kill('SIGKILL'))
    const [output, complaints] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
    const code =
      child.exitCode ?? (await new Promise<number>((ended) => child.once('exit', (code) => ended(code ?? 1))))
    return { code, output: output + complaints }
  }

  /**
   * Runs the code block of docs/deploying.md that contains `text`. `changes`: texts to replace in the block. Returns
   * the output; throws an error with the output if the block fails.
   */
  async function act(text: string, changes: Record<string, string> = {}): Promise<string> {
    let script = place(commandOfGuide(text))
    for (const [from, to] of Object.entries(changes)) script = script.replaceAll(from, to)
    console.log(script.trim().replaceAll(/^/gm, '  $ ').replaceAll(folder, ''))
    const { code, output } = await sh(script)
    if (code !== 0) throw new Error(`The guide's commands failed (${code}):\n${script}\n${output.slice(-4_000)}`)
    return output
  }

  const units = new Map<string, ReturnType<typeof startUnit>>()
  onEnd(async () => void (await Promise.all([...units.values()].map(stopUnit))))
  const systemctl = new Systemctl(units, (instance) => startUnit(instance, { place, account, PATH }), at('bin/nginx'))
  writeFileSync(
    at('bin/systemctl'),
    `#!/bin/sh\nexec curl --silent --show-error --fail --data-binary "$*" http://127.0.0.1:${await systemctl.listen()}/\n`,
  )
  // The configuration of the guide with free ports and a certificate of our own.
  writeFileSync(
    at('bin/nginx'),
    `#!/bin/sh
sed -i -e 's/:80;/:${ports.http};/' -e 's/listen 80;/listen ${ports.http};/' -e 's/443 ssl/${ports.https} ssl/' \\
  -e 's/:3001/:${ports['3001']}/' -e 's/:3002/:${ports['3002']}/' -e 's|/etc/letsencrypt/live/${domain}|${at('certificate')}|' ${at('nginx/shop.conf')}
exec /usr/sbin/nginx -c ${at('nginx.conf')} "$@"\n`,
  )
  for (const name of ['systemctl', 'nginx']) chmodSync(at('bin', name), 0o755)
  writeFileSync(
    at('nginx.conf'),
    `pid ${at('nginx.pid')};\nerror_log ${at('nginx.log')};\nevents {}\nhttp { access_log off; include ${at('nginx')}/*.conf; }\n`,
  )
  const certificate = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${domain} -keyout privkey.pem -out fullchain.pem`
  run('openssl', certificate.split(' '), at('certificate'))

  console.log('Installation')
  await act('createuser shop')
  await act('git clone')
  copyBuildCache(at('srv/app'))
  run('chown', ['-R', `${account}:${group}`, at('srv/app')], folder)
  await act('cat > /etc/shop.env')
  check((statSync(at('shop.env')).mode & 0o077) === 0, 'Others may read the file of the variables.')
  const installed = await act('admin-create')
  const secret = /shown this once: (\S+)/.exec(installed)?.[1] ?? ''
  await act('daemon-reload')
  await act('nginx -t')
  onEnd(async () => run(at('bin/nginx'), ['-s', 'stop'], folder))

  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  /** Sends a request to nginx. If there is no response, the returned status is 0. */
  const ask = (method: string, path: string, { body, token }: { body?: object | Blob; token?: string } = {}) =>
    new Promise<{ status: number; text: string }>((resolve) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: ports.https,
          method,
          path,
          agent,
          servername: domain,
          rejectUnauthorized: false,
          headers: {
            host: domain,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
          },
        },
        (incoming) =>
          textOf(incoming).then(
            (text) => resolve({ status: incoming.statusCode ?? 0, text }),
            (error: unknown) => resolve({ status: 0, text: String(error) }),
          ),
      )
      outgoing.on('error', (error) => resolve({ status: 0, text: String(error) }))
      outgoing.end(body && JSON.stringify(body))
    })
  for (let tries = 0; tries < 100 && (await ask('GET', '/api/ready')).status !== 200; tries++) await wait(200)
  check((await ask('GET', '/api/ready')).status === 200, 'The shop is not ready behind nginx.')

  const signIn = async (password: string) => {
    const { text } = await ask('POST', '/v1/token', { body: { type: 100, account: 'boss', secret: password } })
    return Token.parse(JSON.parse(text)).token
  }
  const own = 'a good long secret of the operator'
  const first = await signIn(secret)
  await ask('PUT', '/v1/user/password', { token: first, body: { old_secret: secret, new_secret: own } })
  const token = await signIn(own)

  const articles = async () => Page.parse(JSON.parse((await ask('GET', '/cms/article?size=1', { token })).text)).total
  const write = () => ask('POST', '/cms/article', { token, body: { title: 'Under requests', content: '<p>Text</p>' } })

  /**
   * Sends requests to the shop while `work` runs. Fails if a request fails, or if a record that a request has written
   * is missing afterwards.
   */
  async function underRequests(name: string, work: () => Promise<void>): Promise<void> {
    let isOver = false
    const before = await articles()
    const failed = new Map<string, number>()
    const counts = { requests: 0, written: 0 }
    const expectStatus = async (expected: number, method: string, path: string, options = {}) => {
      const { status, text } = await ask(method, path, options)
      counts.requests++
      if (status === expected) return text
      const key = `${method} ${path}: ${status} ${text.slice(0, 80)}`
      failed.set(key, (failed.get(key) ?? 0) + 1)
      return ''
    }
    const visit = async (path: string) => {
      const page = await expectStatus(200, 'GET', path)
      const parts = [...new Set([...page.matchAll(/\/_next\/static\/[^"\\]+\.(?:js|css)/g)].map(([part]) => part))]
      if (page && parts.length < 3) failed.set(`${path} has ${parts.length} scripts and styles`, 1)
      for (const part of parts) await expectStatus(200, 'GET', part)
    }
    const tasks = [
      () => visit('/'),
      () => visit('/admin/login'),
      () => expectStatus(200, 'GET', '/v1/category'),
      async () => {
        const { status, text } = await write()
        counts.requests++
        if (status === 201) counts.written++
        else failed.set(`POST /cms/article: ${status} ${text.slice(0, 80)}`, 1)
      },
    ]
    const loops = tasks.map(async (task) => {
      // Pauses, because writes have a limit per minute. During a build, which changes no answer and which requests would
      // slow, only one round of thirty has a task: with long pauses, tasks would miss the beginning of the switch.
      const isBuilding = () => !existsSync(at('srv/versions/1.2.0'))
      for (let round = 0; !isOver; round++) {
        if (!isBuilding() || round % 30 === 0) await task()
        await wait(300)
      }
    })
    await wait(1_000)
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(loops)
    for (const [what, count] of failed) faults.push(`${name}: ${what} (${count} times)`)
    const added = (await articles()) - before
    check(added === counts.written, `${name}: ${counts.written} records were answered 201, but ${added} are there.`)
    check(counts.written > 10, `${name}: only ${counts.written} records were written.`)
    const sum = [...failed.values()].reduce((all, one) => all + one, 0)
    console.log(`  ${name}: ${counts.requests} requests, ${counts.written} records, ${sum} failed`)
  }
  /** Whether the servers run the second version, which is recognized by its styles. */
  const isSecond = async () => {
    const { text } = await ask('GET', '/admin/login')
    const styles = [...new Set([...text.matchAll(/\/_next\/static\/[^"\\]+\.css/g)].map(([part]) => part))]
    const parts = await Promise.all(styles.map((part) => ask('GET', part)))
    return parts.some((part) => part.text.includes('.of-the-second'))
  }

  // The second version has other styles, so that pages of one ask for files that the other does not have.
  const styles = 'components/ui/theme/global.css'
  writeFileSync(join(repository, styles), `${readFileSync(styles, 'utf8')}\n.of-the-second { color: red }\n`)
  git('-c', 'safe.directory=*', 'commit', '--quiet', '--all', '--message', 'Release 1.2.0')
  run('chown', ['-R', `${account}:${group}`, repository], folder)

  console.log('Upgrade')
  check(!(await isSecond()), 'The first version has the styles of the second.')
  await underRequests('upgrade', async () => void (await act('install <version>', { '<version>': '1.2.0' })))
  check(await isSecond(), 'After the upgrade, the servers have the styles of the version before.')
  console.log('Going back')
  await underRequests(
    'going back',
    async () => void (await act('switch <version before>', { '<version before>': '1.1.0' })),
  )
  check(!(await isSecond()), 'After going back, the servers have the styles of the newer version.')

  console.log('A version that does not start')
  cpSync(at('srv/versions/1.2.0'), at('srv/versions/broken'), { recursive: true, verbatimSymlinks: true })
  writeFileSync(at('srv/versions/broken/.server/server.js'), 'process.exit(1)\n')
  run('chown', ['-R', `${account}:${group}`, at('srv/versions/broken')], folder)
  await underRequests('broken version', async () => {
    const { code, output } = await sh('shopctl switch broken')
    check(code === 1 && output.includes('1.1.0 is current again'), `A broken version: ${code} ${output}`)
  })
  check(!(await isSecond()), 'A broken version is not replaced by the one before.')

  console.log('Backup, loss, restore')
  const picked = await ask('POST', '/v1/token', { body: { type: 100, account: 'boss', secret: own } })
  check(picked.status === 200, 'The administrator cannot sign in.')
  const upload = await fetch(`http://127.0.0.1:${ports['3001']}/cms/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, host: domain },
    body: formWith(Uint8Array.from(await picture({ width: 300 }))),
  })
  const { url } = z.object({ url: z.string() }).parse(await upload.json())
  const file = new URL(url).pathname
  const kept = await articles()
  await act('shopctl backup')
  const [time = ''] = (await sh('shopctl restore')).output.trim().split('\n')
  const [dump, archive] = [at('backups', `${time}.dump`), at('backups', `${time}.files.tar.gz`)]
  for (const path of [dump, archive]) check((statSync(path).mode & 0o077) === 0, `Others may read ${path}.`)
  const rehearsed = await act('run rehearse', { '<time>': time })
  check(/Restored: 0 customers, .* [1-9]\d* files\./.test(rehearsed), `The rehearsal says: ${rehearsed}`)

  await write()
  const shop = new Client({ connectionString: `postgres://shop@${server.host}/shop` })
  await shop.connect()
  await shop.query('drop owned by current_user cascade')
  await shop.end()
  rmSync(at('lib/files'), { recursive: true })
  check((await ask('GET', '/v1/category')).status >= 500, 'The shop answers without its tables.')
  await act('shopctl restore <time>', { '<time>': time })
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
  await refusedWith('shopctl switch 9.9.9', 1, '9.9.9 is not built')
  await refusedWith('shopctl status', 0, 'ready\nLast backup: 2')
  await refusedWith('shopctl restore 20010101T000000Z', 1, 'there is no')
  await refusedWith('shopctl run nonsense', 1, 'there is no command nonsense')
  await underRequests('restart', async () => void (await sh('shopctl restart')))

  const after = await articles()
  truncateSync(dump, Math.floor(statSync(dump).size / 2))
  const refused = await sh(`shopctl restore ${time}`)
  check(refused.code === 1 && refused.output.includes('is as before'), `A damaged backup: ${refused.output}`)
  check((await articles()) === after, 'A damaged backup has replaced the database.')

  const logs = [...units.values()].map(({ output }) => output()).join('')
  check(!/ENOENT|EROFS|EACCES|Cannot find/.test(logs), `A server wrote:\n${logs.slice(-2_000)}`)
  check(readdirSync(at('srv/versions')).length <= 4, 'Old versions are not removed.')
}

/** A replacement of systemctl, which starts and stops the servers and nginx. */
class Systemctl {
  constructor(
    private readonly units: Map<string, ReturnType<typeof startUnit>>,
    private readonly start: (instance: string) => ReturnType<typeof startUnit>,
    private readonly nginx: string,
  ) {}

  /** Starts a server that receives the arguments of `systemctl` commands. Returns the port of this server. */
  async listen(): Promise<number> {
    const control = createServer((incoming, outgoing) => {
      textOf(incoming)
        .then((words) => this.obey(words.split(' ')))
        .then(
          (answer) => outgoing.end(answer),
          (error: unknown) => outgoing.writeHead(500).end(String(error)),
        )
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => control.once('listening', resolve))
    onEnd(async () => void control.close())
    const address = control.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return address.port
  }

  private async obey([verb = '', ...words]: string[]): Promise<string> {
    const instances = words.flatMap((word) => /^shop@(\d+)/.exec(word)?.[1] ?? [])
    if (verb === 'list-units')
      return [...this.units.keys()].map((one) => `shop@${one}.service loaded active running\n`).join('')
    if (verb === 'reload' && words[0] === 'nginx') {
      run(this.nginx, [], '/')
      return ''
    }
    if (verb === 'restart' || verb === 'stop')
      for (const instance of instances) {
        const running = this.units.get(instance)
        if (running) await stopUnit(running)
      }
    if (verb === 'restart' || verb === 'enable' || verb === 'start')
      for (const instance of instances) this.units.set(instance, this.start(instance))
    if (!['restart', 'start', 'stop', 'enable', 'daemon-reload'].includes(verb)) throw new Error(`systemctl ${verb}?`)
    return ''
  }
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
