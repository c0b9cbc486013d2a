import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { linkFolder } from './functions'

/** The route of the empty application, and its path. */
export const emptyRoute = 'api/empty'

/** Writes an application of Next with one handler that does nothing: what every function has to load at least. */
export function writeEmptyApplication(folder: string): void {
  const root = resolve(import.meta.dirname, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/next/package.json'), 'utf8'))
  const files = {
    'package.json': JSON.stringify({
      name: 'empty',
      private: true,
      scripts: { build: 'next build' },
      dependencies: { next: version },
    }),
    [`app/${emptyRoute}/route.js`]: `export const dynamic = 'force-dynamic'\nexport const GET = () => Response.json({})\n`,
    'app/layout.js': `export default function Layout({ children }) {\n  return <html><body>{children}</body></html>\n}\n`,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'))
}
