'use client'

import { Avatar, type AvatarProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './person.module.css'

/** Of the first two words, in upper case. One character for a name without spaces, such as a Chinese name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

interface PersonAvatarProps extends Pick<AvatarProps, 'size'> {
  name: string
  url?: string | null | undefined
}

export function PersonAvatar({ name, url, size = 26 }: PersonAvatarProps) {
  return (
    <Avatar name={name} color="initials" src={useSameOriginImage(url)} size={size} radius="xl" variant="light" alt="">
      {initialsOf(name)}
    </Avatar>
  )
}

export function Person({ name, url, children = name }: PersonAvatarProps & { children?: ReactNode }) {
  return (
    <span className={classes.person}>
      <PersonAvatar name={name} url={url} />
      <span className={classes.name}>{children}</span>
    </span>
  )
}

/** null on other origins, which the content security policy blocks. */
function useSameOriginImage(href: string | null | undefined): string | null {
  const isMounted = useMounted()
  if (!isMounted || !href || !URL.canParse(href, location.href)) return null
  return new URL(href, location.href).origin === location.origin ? href : null
}
