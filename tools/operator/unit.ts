import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

interface Placed {
  /** Replaces the paths and the account from docs/deploying.md by those of the test. */
  place: (text: string) => string
  /** The account that runs the shop. */
  account: string
  PATH: string
}

/** A running server of the shop, with the limits of its systemd unit. */
interface Running {
  process: ChildProcess
  output: () => string
}

/**
 * Returns the settings in the section `[Service]` of a systemd unit. If a name occurs twice, returns its last value.
 */
const settingsOf = (unit: string) =>
  Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/**
 * Starts a server of the shop like systemd with the unit in `file`. The server runs as the account of the shop, without
 * capabilities, and with only the environment variables of the unit. Its mount namespace is read-only, except for a
 * private `/tmp` and the paths in `ReadWritePaths`. Needs root. Does not apply `MemoryMax` and the filters of system
 * calls.
 */
export function startUnit(file: string, instance: string, { place, account, PATH }: Placed): Running {
  const unit = place(readFileSync(file, 'utf8')).replaceAll('%i', instance)
  const {
    WorkingDirectory,
    EnvironmentFile,
    Environment,
    ExecStart,
    ReadWritePaths,
    UMask = '0022',
    CapabilityBoundingSet,
    ...limits
  } = settingsOf(unit)
  // An unprivileged account has no capabilities to begin with; the unit keeps them away for good.
  const bounded = CapabilityBoundingSet === '' ? '--bounding-set=-all' : ''
  const expected = { ProtectSystem: 'strict', PrivateTmp: 'true', NoNewPrivileges: 'true' }
  for (const [name, value] of Object.entries(expected))
    if (limits[name] !== value) throw new Error(`The unit has ${name}=${limits[name]}, but ${value} is acted out.`)
  const script = `
    mount --make-rprivate /
    mount --bind ${ReadWritePaths} ${ReadWritePaths}
    mount -o remount,bind,ro /
    mount -t tmpfs tmpfs /tmp
    cd ${WorkingDirectory}
    umask ${UMask}
    set -a && . ${EnvironmentFile} && set +a
    exec setpriv --reuid=${account} --regid=$(id -g ${account}) --clear-groups --no-new-privs ${bounded} --inh-caps=-all \\
      env -u NODE_ENV ${Environment} ${ExecStart}`
  const child = spawn('unshare', ['--mount', 'sh', '-euc', script], {
    env: { NODE_ENV: 'production', PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => written.push(part.toString()))
  return { process: child, output: () => written.join('') }
}

/** Stops a server like systemd: with SIGTERM, and with SIGKILL after `TimeoutStopSec`. */
export async function stopUnit({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await ended
  clearTimeout(timer)
}
