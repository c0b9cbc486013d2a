import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: ReactNode
  text: string
  /** Beside the title. */
  tools?: ReactNode
}

/** Code with a title. Long lines are wrapped: nothing here needs to be scrolled sideways. */
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
