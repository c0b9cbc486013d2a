import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A port near that of the server all tests share; each test takes one of its own. */
export const portBeside = (baseURL: string | undefined, distance: number) =>
  Number(new URL(baseURL ?? 'http://localhost:3305').port) + distance

/**
 * A second server beside the one that all tests share, for states that one cannot be in. Answers its address and how
 * to stop it.
 */
export async function startServer(port: number, env: Record<string, string>) {
  const child = spawn(process.execPath, ['e2e/support/server.mjs'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: `.data/e2e-${port}`, SEED: '0', LOG_LEVEL: 'silent', ...env },
    stdio: 'inherit',
  })
  const origin = `http://localhost:${port}`
  await answering(`${origin}/api/health`, child)
  return {
    origin,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      // It waits for the browser, which keeps its connections open; told twice, it does not.
      const hurry = setTimeout(() => child.kill('SIGTERM'), 1_000)
      await ended
      clearTimeout(hurry)
    },
  }
}

async function answering(origin: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    const answer = await fetch(origin).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${origin} does not answer.`)
}
