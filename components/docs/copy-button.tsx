'use client'

import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

/** Shows for three seconds whether `text` was copied. */
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
      {outcome === 'refused' && (
        <Text component="span" size="xs" c="dimmed" aria-hidden>
          {t('refused')}
        </Text>
      )}
      <VisuallyHidden role="status">{outcome && t(outcome)}</VisuallyHidden>
    </>
  )
}
