import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title: ReactNode
  text: string
  tools?: ReactNode
}

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
