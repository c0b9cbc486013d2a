'use client'

import { Button, ScrollArea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import type { FormState } from '@/components/admin/resource-form/use-resource-form'
import { RichText } from '@/components/ui/rich-text'
import classes from './product.module.css'

/** The large editor is loaded when the user edits the text. */
export default function TextSection({ form }: { form: FormState }) {
  const t = useTranslations('catalogue')
  const locale = useLocale()
  const [isEdited, setEdited] = useState(false)
  const { content } = form.values
  const html = typeof content === 'string' ? content : ''
  if (isEdited || form.errors.content !== undefined) return <FormFields form={form} names={['content']} />
  return (
    <>
      {html !== '' && (
        <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('content') }}>
          <div className={classes.text}>
            <RichText html={html} lang={locale} />
          </div>
        </ScrollArea.Autosize>
      )}
      {form.mayWrite && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={14} stroke={1.8} aria-hidden="true" />}
          onClick={() => setEdited(true)}
          className={classes.write}
        >
          {html === '' ? t('writeText') : t('editText')}
        </Button>
      )}
    </>
  )
}
