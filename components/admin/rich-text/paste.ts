import { clean } from '@/lib/kit/html/cleaner'
import type { OwnOrigins } from '@/lib/kit/html/rules'

/** Elements from word processors and their replacements. Google Docs puts everything into a `b` that is not bold. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/<(\/?)b(?=[\s>])(?![^>]*font-weight:\s*normal)/gi, '<$1strong'],
  [/<(\/?)i(?=[\s>])/gi, '<$1em'],
  [/<(\/?)(?:del|strike)(?=[\s>])/gi, '<$1s'],
]

/**
 * Cleans pasted HTML. Returns it with the number of removed pictures of other servers. It is cleaned before the browser
 * parses it, which would report scripts even if they cannot run. Throws like `clean`.
 */
export function cleanPaste(html: string, origins: OwnOrigins): { html: string; removed_images: number } {
  return clean(
    synonyms.reduce((text, [element, ours]) => text.replaceAll(element, ours), html),
    origins,
  )
}
