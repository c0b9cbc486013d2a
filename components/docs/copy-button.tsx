'use client'

import { Button, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

/** Copies `text` and shows and announces the outcome; `label` is the text of the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('docs.tools')
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 3_000)
    return () => clearTimeout(timer)
  }, [outcome])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Denied by the user, or not available without https.
      setOutcome('refused')
    }
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={copy}>
        {outcome === 'copied' ? t('copied') : label}
      </Button>
      <VisuallyHidden role="status">{outcome && t(outcome)}</VisuallyHidden>
    </>
  )
}
