import type { SandboxAccount } from '@/lib/platform/sandbox/account'

/**
 * The simulated platforms, which the clients of the real ones use where SANDBOX is on. They are part of this process,
 * because a protected deployment cannot reach its own address.
 */
interface Simulation {
  /** Answers requests to the simulated WeChat. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The shop's account there. */
  account: () => Promise<SandboxAccount>
  uploadThing: {
    answer: (request: Request) => Promise<Response>
    /** The paths of the platform and of its files. */
    root: string
    files: string
    key: () => string
    options: () => { token: string; ingestUrl: string; apiUrl: string; ufsHost: string; ufsAppIdLocation: 'path' }
  }
}

/** Belongs to this module, not to the process, as the endpoints that receive callbacks do. */
let given: Simulation | undefined

/** Sets the simulated platforms. They cannot be imported here, because they import the clients. */
export function simulateWith(simulation: Simulation): void {
  given = simulation
}

export function simulation(): Simulation {
  if (!given) throw new Error('No platform is simulated here: import lib/server/assembly.ts.')
  return given
}
