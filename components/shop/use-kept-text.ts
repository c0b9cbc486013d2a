import { useState } from 'react'

const nameOf = (key: string) => `kept.${key}`

function read(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? ''
  } catch {
    return ''
  }
}

/** A text that is typed on a screen of the customer, stored in this tab through a reload, Back and Forward. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key))
  const change = (next: string) => {
    setText(next)
    try {
      sessionStorage.setItem(nameOf(key), next)
    } catch {
      // Without storage it lasts as long as the screen.
    }
  }
  return [text, change]
}
