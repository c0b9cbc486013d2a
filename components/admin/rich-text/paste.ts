import { clean } from '@/lib/kit/html/cleaner'
import type { OwnOrigins } from '@/lib/kit/html/rules'

/** Elements that word processors write, and what a text has for them. Google Docs puts everything into a `b` that is not bold. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/<(\/?)b(?=[\s>])(?![^>]*font-weight:\s*normal)/gi, '<$1strong'],
  [/<(\/?)i(?=[\s>])/gi, '<$1em'],
  [/<(\/?)(?:del|strike)(?=[\s>])/gi, '<$1s'],
]

/**
 * Pasted HTML as the cleaner keeps it, and the number of pictures of other servers that it had. It is cleaned before the
 * browser parses it, which would report the scripts in it even where they cannot run. Throws what `clean` throws.
 */
export function cleanPaste(html: string, origins: OwnOrigins): { html: string; removed_images: number } {
  return clean(
    synonyms.reduce((text, [element, ours]) => text.replaceAll(element, ours), html),
    origins,
  )
}
