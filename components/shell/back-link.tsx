'use client'

import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import classes from './record-page.module.css'

/** The way back from the page of a record to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href} size="sm" className={classes.back}>
      <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
      {children}
    </Anchor>
  )
}
