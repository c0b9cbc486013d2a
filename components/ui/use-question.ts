'use client'

import { useState } from 'react'

/** `ask` resolves to the answer. While `asked` is defined, the caller renders a dialog that calls `answer`. */
export function useQuestion<Subject>() {
  const [open, setOpen] = useState<{ subject: Subject; resolve: (isMeant: boolean) => void }>()
  return {
    ask: (subject: Subject) => new Promise<boolean>((resolve) => setOpen({ subject, resolve })),
    asked: open?.subject,
    answer: (isMeant: boolean) => {
      setOpen(undefined)
      open?.resolve(isMeant)
    },
  }
}
