'use client'

import { useEffect, useRef } from 'react'
import classes from './check.module.css'

interface CheckProps {
  /** What it is called, where no <label> around it says so. */
  label?: string
  title?: string | undefined
  checked: boolean
  /** Some of what it stands for is checked. */
  isPartial?: boolean
  disabled?: boolean
  /** In a card instead of a line. */
  isLarge?: boolean
  onChange: (event: unknown) => void
}

/** The checkbox of a row, and that of all rows. One element: a list has many. */
export function Check({ label, title, checked, isPartial = false, disabled, isLarge, onChange }: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPartial
  }, [isPartial])
  return (
    <input
      ref={input}
      type="checkbox"
      className={classes.check}
      data-large={isLarge || undefined}
      aria-label={label}
      title={title}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
