import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Returns the port `distance` above the port of the shared server. Each test that starts a server uses another
 * distance.
 */
export const portBeside = (baseURL: string | undefined, distance: number) =>
  Number(new URL(baseURL ?? 'http://localhost:3305').port) + distance

/** The folder with a copy of the shared server's data, taken before the tests change the data. */
export const shopCopy = '.data/e2e-seeded'

/** The environment of a server that starts with a copy of the shared server's data, from before the tests. */
export const seeded = { COPY_OF: shopCopy }

/**
 * Starts a server in addition to the shared server, for states that the shared server cannot have. Returns its origin
 * and a function that stops it.
 */
export async function startServer(port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, ['e2e/support/server.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: `.data/e2e-${port}`, SEED: '0', LOG_LEVEL: 'silent', ...env },
    stdio: 'inherit',
  })
  const origin = `http://localhost:${port}`
  await waitUntilHealthy(`${origin}/api/health`, child)
  return {
    origin,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      // The server waits for open connections, which the browser keeps; a second signal stops it at once.
      const timer = setTimeout(() => child.kill('SIGTERM'), 1_000)
      await ended
      clearTimeout(timer)
    },
  }
}

async function waitUntilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 900 && child.exitCode === null; attempt++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} does not answer.`)
}
