import type { SandboxAccount } from '@/lib/platform/sandbox/account'

/**
 * The simulated WeChat and the simulated UploadThing. With SANDBOX, the clients of the real platforms call these
 * functions. The simulations run in this process, because a protected deployment cannot reach its own URL.
 */
interface Simulation {
  /** Responds to requests to the simulated WeChat. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** Returns the shop's account at the simulated WeChat. */
  account: () => Promise<SandboxAccount>
  uploadThing: {
    answer: (request: Request) => Promise<Response>
    /** The path of the simulated UploadThing. `files`: the path of its files. */
    root: string
    files: string
    key: () => string
    options: () => { token: string; ingestUrl: string; apiUrl: string; ufsHost: string; ufsAppIdLocation: 'path' }
  }
}

/** The simulated platforms that `simulateWith` has set. Not shared as a `singleton`, for the reason in `to-shop.ts`. */
let given: Simulation | undefined

/** Sets the simulated platforms. The platforms are not imported here, because they import the clients. */
export function simulateWith(simulation: Simulation): void {
  given = simulation
}

export function simulation(): Simulation {
  if (!given) throw new Error('No platform is simulated here: import lib/server/assembly.ts.')
  return given
}
