import { readFileSync } from 'node:fs'

/**
 * Returns the code block of a guide that contains `text`. Searches the sections about a server of your own. Throws
 * unless exactly one block contains `text`. `guide`: the text of a guide, without it that of docs/deploying.md.
 */
export function commandOfGuide(text: string, guide = readFileSync('docs/deploying.md', 'utf8')): string {
  const sections = guide.split(/^## /m).filter((section) => !/^(?:Docker|Vercel)/.test(section))
  const blocks = sections.flatMap((section) => [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)])
  const [block, ...others] = blocks.map(([, lines = '']) => lines).filter((lines) => lines.includes(text))
  if (!block || others.length > 0) throw new Error(`The guide does not have exactly one block with ${text}.`)
  return block
}
