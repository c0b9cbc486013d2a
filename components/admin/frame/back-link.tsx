'use client'

import { ActionIcon, Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { addressOfLeft } from './left-list'
import classes from './record-page.module.css'

interface BackProps {
  href: string
  children: string
}

/** The stored URL of the list does not change while a record is shown. */
const unchanging = () => () => {}

/** With the filters, sorting and page that the user last had in this tab. On the server: `href`. */
const useLeftList = (href: string) =>
  useSyncExternalStore(
    unchanging,
    () => addressOfLeft(href),
    () => href,
  )

export function BackLink({ href, children }: BackProps) {
  return (
    <Anchor component={Link} href={useLeftList(href)} size="sm" className={classes.back}>
      <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
      {children}
    </Anchor>
  )
}

export function BackIcon({ href, children }: BackProps) {
  return (
    <ActionIcon
      component={Link}
      href={useLeftList(href)}
      variant="subtle"
      color="gray"
      size={34}
      aria-label={children}
      title={children}
    >
      <IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  )
}
