'use client'

import { Alert, Modal } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { useOwnOrigins } from '@/components/admin/frame/admin-context'
import { useFaultText } from '@/components/ui/failure-text'
import { shopLanguage } from '@/components/ui/language'
import { RichText } from '@/components/ui/rich-text'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { clean } from '@/lib/kit/html/cleaner'
import classes from './editor.module.css'

interface PreviewProps {
  /** Before cleaning. */
  html: string
  onClose: () => void
}

/** 375 px wide. Cleans by the same rules as the server; shows faults instead, if any. */
export function Preview({ html, onClose }: PreviewProps) {
  const t = useTranslations('form.html')
  const faultText = useFaultText()
  const origins = useOwnOrigins()
  const cleaned = useMemo(() => {
    try {
      // So that typed text is not lost.
      return { html: clean(html, origins).html.replaceAll('<a ', '<a target="_blank" ') }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { faults: error.extras.invalid_params ?? [] }
    }
  }, [html, origins])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('tool.preview')}
      centered
      size={423}
      closeButtonProps={{ 'aria-label': t('closePreview') }}
    >
      {cleaned.html === undefined ? (
        <Alert color="red">{cleaned.faults.map((fault) => faultText(fault, 'text')).join(' ')}</Alert>
      ) : (
        <section className={classes.phone} aria-label={t('tool.preview')}>
          {cleaned.html === '' ? t('empty') : <RichText html={cleaned.html} lang={shopLanguage} />}
        </section>
      )}
    </Modal>
  )
}
