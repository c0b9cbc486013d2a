import { readFileSync } from 'node:fs'

/**
 * Returns the code block of docs/deploying.md that contains `text`. Searches the sections about a server of your own.
 * Throws unless exactly one block contains `text`.
 */
export function commandOfGuide(text: string): string {
  const sections = readFileSync('docs/deploying.md', 'utf8')
    .split(/^## /m)
    .filter((section) => !/^(?:Docker|Vercel)/.test(section))
  const blocks = sections.flatMap((section) => [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)])
  const [block, ...others] = blocks.map(([, lines = '']) => lines).filter((lines) => lines.includes(text))
  if (!block || others.length > 0) throw new Error(`The guide does not have exactly one block with ${text}.`)
  return block
}
