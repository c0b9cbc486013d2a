import classes from './rich-text.module.css'

interface RichTextProps {
  /** As the API returns it: it was cleaned when it was stored. */
  html: string
  lang: string
}

/** Renders cleaned HTML in the typography of texts. */
export function RichText({ html, lang }: RichTextProps) {
  // Images in a text are treated as decorative; without an alt, screen readers would read their URLs.
  const htmlWithAlt = html.replaceAll(/<img\b(?![^>]*\balt=)/g, '<img alt="" loading="lazy"')
  const markup = { dangerouslySetInnerHTML: { __html: htmlWithAlt } }
  return <div className={classes.text} lang={lang} {...markup} />
}
