import classes from './rich-text.module.css'

interface RichTextProps {
  /** Cleaned by the server before it was stored. */
  html: string
  lang: string
}

export function RichText({ html, lang }: RichTextProps) {
  const shown = html
    // Images in a text are treated as decorative; without an alt, screen readers would read their URLs.
    .replaceAll(/<img\b(?![^>]*\balt=)/g, '<img alt="" loading="lazy"')
    // Empty heads, such as the corner of a table, are not announced.
    .replaceAll(/<th\b([^>]*)>((?:\s|<br\s*\/?>|<\/?p\b[^>]*>)*)<\/th>/g, '<td$1>$2</td>')
  const markup = { dangerouslySetInnerHTML: { __html: shown } }
  return <div className={classes.text} lang={lang} {...markup} />
}
