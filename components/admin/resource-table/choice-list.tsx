'use client'

import { UnstyledButton } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './resource-table.module.css'

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Otherwise, the arrow keys would scroll the page. */
function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > button') ?? [])]
  all[step(all.indexOf(event.currentTarget), all.length)]?.focus()
}

export const ChoiceList = ({ children }: { children: ReactNode }) => <div className={classes.choices}>{children}</div>

interface ChoiceButtonProps {
  /** undefined: the choice opens another step. */
  isChosen?: boolean
  onClick: () => void
  children: ReactNode
}

export const ChoiceButton = ({ isChosen, onClick, children }: ChoiceButtonProps) => (
  <UnstyledButton className={classes.choice} aria-pressed={isChosen} onClick={onClick} onKeyDown={onKeyDown}>
    {children}
  </UnstyledButton>
)
