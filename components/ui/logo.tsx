import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { unnamed } from '@/lib/kit/config/brand'

/** An awning over a counter. The same drawing is `app/icon.svg`. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-accent-7)" />
      <path
        d="M6.5 14V9.5a2 2 0 0 1 2-2h15a2 2 0 0 1 2 2V14a3.2 3.2 0 0 1-6.34 0 3.2 3.2 0 0 1-6.32 0 3.2 3.2 0 0 1-6.34 0Z"
        fill="#fdfcfa"
      />
      <path
        d="M9 20v4.5h14V20"
        fill="none"
        stroke="#fdfcfa"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A name that does not fit is cut off with an ellipsis. */
export function Wordmark({ mark, name }: { mark: ReactNode; name: string }) {
  return (
    <Group gap={10} wrap="nowrap" component="span" miw={0}>
      {mark}
      <Text span fw={700} fz="md" lh={1.3} truncate title={name} style={{ letterSpacing: '-0.01em' }}>
        {name}
      </Text>
    </Group>
  )
}

export const Logo = () => <Wordmark mark={<Mark />} name={unnamed.name} />
