'use client'

import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './record-page.module.css'

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
