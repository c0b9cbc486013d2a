import { useState } from 'react'

const nameOf = (key: string) => `kept.${key}`

function read<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? '')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

type Change<T> = T | ((before: T) => T)

/** In this tab: survives a reload, Back and Forward. Ignores an invalid value, such as another build's. */
export function useKept<T extends object | string>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (change: Change<T>) => void] {
  const [value, setValue] = useState(() => read(key, isValid) ?? initial)
  const change = (change: Change<T>) =>
    setValue((before) => {
      const next = typeof change === 'function' ? change(before) : change
      try {
        sessionStorage.setItem(nameOf(key), JSON.stringify(next))
      } catch {
        // Without storage, the value lasts as long as the screen.
      }
      return next
    })
  return [value, change]
}

const isText = (value: unknown) => typeof value === 'string'

export const useKeptText = (key: string) => useKept(key, '', isText)
