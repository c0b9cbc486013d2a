'use client'

import { useEffect, useRef } from 'react'
import classes from './check.module.css'

interface CheckProps {
  /** The accessible name of the checkbox. Not needed inside a <label>. */
  label?: string
  title?: string | undefined
  checked: boolean
  /** Whether some but not all rows are checked. */
  isPartial?: boolean
  disabled?: boolean
  /** Whether the checkbox is larger, for a card instead of a table row. */
  isLarge?: boolean
  onChange: (event: unknown) => void
}

/** A checkbox for one row or all rows. Consists of a single element, because a list has many checkboxes. */
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
