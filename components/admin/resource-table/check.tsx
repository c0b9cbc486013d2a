'use client'

import { useEffect, useRef } from 'react'
import classes from './check.module.css'

interface CheckProps {
  /** The accessible name, if no <label> around it has one. */
  label?: string
  title?: string | undefined
  checked: boolean
  /** A part of the rows is checked. */
  isPartial?: boolean
  disabled?: boolean
  /** On a card instead of in a line. */
  isLarge?: boolean
  onChange: (event: unknown) => void
}

/** The checkbox of a row, and of all rows. A single element, because a list has many. */
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
