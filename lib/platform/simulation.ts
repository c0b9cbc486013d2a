import type { SandboxAccount } from '@/lib/platform/sandbox/account'

/** With SANDBOX, the clients of the real platforms call these, as a protected deployment cannot reach its own URL. */
interface Simulation {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  account: () => Promise<SandboxAccount>
  uploadThing: {
    answer: (request: Request) => Promise<Response>
    /** `files`: the path of its files. */
    root: string
    files: string
    key: () => string
    options: () => { token: string; ingestUrl: string; apiUrl: string; ufsHost: string; ufsAppIdLocation: 'path' }
  }
}

/** Not a `singleton`, for the reason in `to-shop.ts`. */
let given: Simulation | undefined

/** Not imported here, because the simulations import the clients. */
export function simulateWith(simulation: Simulation): void {
  given = simulation
}

export function simulation(): Simulation {
  if (!given) throw new Error('No platform is simulated here: import lib/server/assembly.ts.')
  return given
}
