import { Typography } from '@mantine/core'

interface RichTextProps {
  /** Sanitised when it was written, as all HTML of the interface is. */
  html: string
  lang: string
}

/** What an editor wrote, in the typography of the page. */
export function RichText({ html, lang }: RichTextProps) {
  // Pictures within a text are told about by the text; without an alt their addresses would be read out.
  const described = html.replaceAll(/<img\b(?![^>]*\balt=)/g, '<img alt="" loading="lazy"')
  const markup = { dangerouslySetInnerHTML: { __html: described } }
  return <Typography lang={lang} {...markup} />
}
