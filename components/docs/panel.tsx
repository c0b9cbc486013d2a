import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: ReactNode
  text: string
  /** Elements beside the title, such as a button that copies the text. */
  tools?: ReactNode
}

/** Code with a title. Long lines are wrapped, so there is no horizontal scrolling. */
export function Panel({ title, text, tools }: PanelProps) {
  return (
    <figure className={classes.panel}>
      <figcaption>
        <span>{title}</span>
        {tools}
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
