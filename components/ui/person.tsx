'use client'

import { Avatar, type AvatarProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './person.module.css'

/**
 * Returns the first letters of the first two words of a name, in upper case. For a name without spaces, such as a
 * Chinese name, returns one character.
 */
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

/** The picture of a person, or their initials in a color derived from the name. */
export function PersonAvatar({ name, url, size = 26 }: PersonAvatarProps) {
  return (
    <Avatar name={name} color="initials" src={useSameOriginImage(url)} size={size} radius="xl" variant="light" alt="">
      {initialsOf(name)}
    </Avatar>
  )
}

/** A person in one line: the picture, then the name. */
export function Person({ name, url, children = name }: PersonAvatarProps & { children?: ReactNode }) {
  return (
    <span className={classes.person}>
      <PersonAvatar name={name} url={url} />
      <span className={classes.name}>{children}</span>
    </span>
  )
}

/**
 * Returns the URL of a picture if it is on the origin of this page, else null: the content security policy blocks other
 * pictures.
 */
function useSameOriginImage(href: string | null | undefined): string | null {
  const isMounted = useMounted()
  if (!isMounted || !href || !URL.canParse(href, location.href)) return null
  return new URL(href, location.href).origin === location.origin ? href : null
}
