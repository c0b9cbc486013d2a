import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { freePort } from '@/lib/server/testing/server'
import { onEnd } from '@/tools/bench/cleanup'
import { commandOfGuide } from './guide'
import { startUnit, stopUnit } from './unit'

/** The account that runs the servers in place of `shop`, the account in the guide. Every machine has this account. */
export const account = 'nobody'
export const group = spawnSync('id', ['-gn', account], { encoding: 'utf8' }).stdout.trim()
export const domain = 'shop.example.com'

/** Runs a program and returns its output. If the program fails, throws an error with the output. */
export function run(program: string, args: string[], cwd: string): string {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

interface Options {
  /** The folder that takes the place of the machine. */
  folder: string
  /** The URL of a PostgreSQL server, as its superuser. */
  postgres_url: string
  /** The repository of the shop, which the commands clone. */
  repository: string
}

interface Acting {
  changes?: Record<string, string>
  guide?: string
  as_shop?: string
}

/** Creates a machine: a folder on which the commands of a guide work, with systemctl and nginx replaced. */
export async function createMachine({ folder, postgres_url, repository }: Options) {
  const at = (...names: string[]) => join(folder, ...names)
  const server = new URL(postgres_url)
  const ports = { '3001': await freePort(), '3002': await freePort(), http: await freePort(), https: await freePort() }
  mkdirSync(folder, { recursive: true })
  for (const name of ['srv', 'lib', 'backups', 'bin', 'units', 'nginx', 'certificate', 'root']) mkdirSync(at(name))
  for (const name of ['srv', 'lib', 'backups']) run('chown', [`${account}:${group}`, at(name)], folder)

  /** Replaces the paths, accounts and host names in commands by those of this machine. */
  const place = (text: string) =>
    text
      .replaceAll('/srv/shop', at('srv'))
      .replaceAll('/var/lib/shop', at('lib'))
      .replaceAll('/var/backups/shop', at('backups'))
      .replaceAll('/etc/shop.env', at('shop.env'))
      .replaceAll('/root', at('root'))
      .replaceAll('/usr/local/sbin/', `${at('bin')}/`)
      .replaceAll('/etc/systemd/system/', `${at('units')}/`)
      .replaceAll('/etc/nginx/conf.d/', `${at('nginx')}/`)
      .replaceAll(
        /runuser -u postgres --|sudo -u postgres/g,
        `env PGHOST=${server.hostname} PGPORT=${server.port} PGUSER=postgres`,
      )
      .replaceAll('runuser -u shop', `runuser -u ${account}`)
      .replaceAll('--owner=shop --group=shop', `--owner=${account} --group=${group}`)
      .replaceAll(/(?<=shop|<password>)@localhost\/shop(?:\?host=\/var\/run\/postgresql)?/g, `@${server.host}/shop`)
      .replaceAll('<password>', 'secret')
      .replaceAll('<this repository>', repository)
      .replaceAll('<your domain>', domain)
      .replaceAll('<username>', 'boss')
      .replaceAll(/\b300[12]\b/g, (port) => String(ports[port === '3001' ? '3001' : '3002']))
      // What needs the machine itself, or the network.
      .replaceAll(/^(?:useradd|apt-get|node --version|certbot) ?.*$/gm, '')
  const PATH = `${at('bin')}:${process.execPath.replace(/\/node$/, '')}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH,
    HOME: '/root',
    SHOP_HOME: at('srv'),
    SHOP_ENV: at('shop.env'),
    SHOP_BACKUPS: at('backups'),
  }

  /**
   * Runs commands in a shell with only the environment variables of the test: as root, or in `as_shop`, a folder, as the
   * account of the shop. Returns the exit code and the output.
   */
  async function sh(script: string, as_shop?: string): Promise<{ code: number; output: string }> {
    const shop = as_shop ? ['runuser', '-u', account, '--', 'env', `HOME=${at('srv')}`] : []
    const child = spawn('env', ['-u', 'NODE_ENV', ...shop, 'sh', '-euc', script], {
      env,
      cwd: as_shop ?? folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onEnd(async () => void child.kill('SIGKILL'))
    const [output, complaints] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
    const code =
      child.exitCode ?? (await new Promise<number>((ended) => child.once('exit', (code) => ended(code ?? 1))))
    return { code, output: output + complaints }
  }

  /**
   * Runs the code block of a guide that contains `text`. `changes`: texts to replace in the block. `guide`: the text of
   * the guide, without it that of docs/deploying.md. `as_shop`: as in `sh`. Returns the output; throws an error with the
   * output if the block fails.
   */
  async function act(text: string, { changes = {}, guide, as_shop }: Acting = {}): Promise<string> {
    let script = place(commandOfGuide(text, guide))
    for (const [from, to] of Object.entries(changes)) script = script.replaceAll(from, to)
    console.log(
      script
        .trim()
        .replaceAll(/^/gm, as_shop ? '  shop$ ' : '  $ ')
        .replaceAll(folder, ''),
    )
    const { code, output } = await sh(script, as_shop)
    if (code !== 0) throw new Error(`The guide's commands failed (${code}):\n${script}\n${output.slice(-4_000)}`)
    return output
  }

  const units = new Map<string, ReturnType<typeof startUnit>>()
  onEnd(async () => void (await Promise.all([...units.values()].map(stopUnit))))
  const start = (instance: string) => startUnit(at('units/shop@.service'), instance, { account, PATH, place })
  const systemctl = new Systemctl(units, start, at('bin/nginx'))
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

  /** As the account of the shop, and as the superuser of PostgreSQL. */
  const database_url = `postgres://shop@${server.host}/shop`
  const admin_url = Object.assign(new URL(postgres_url), { pathname: '/shop' }).href
  /** The output of all servers. */
  const output = () => [...units.values()].map((unit) => unit.output()).join('')
  /** Stops the servers and nginx. */
  const stop = async () => {
    await Promise.all([...units.values()].map(stopUnit))
    spawnSync(at('bin/nginx'), ['-s', 'stop'])
  }
  onEnd(stop)
  return { at, place, sh, act, ports, database_url, admin_url, output, stop }
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
      // nginx is not running until the guide's first reload.
      const isRunning = spawnSync(this.nginx, ['-s', 'reload']).status === 0
      if (!isRunning) run(this.nginx, [], '/')
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
