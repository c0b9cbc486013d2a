import Link from 'next/link'
import { type RichTranslationValues, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { introductionSections, tokenForms } from '@/lib/kit/api/document/introduction'

/** Rules for all requests, such as authentication and errors. */
export function Introduction({ origin }: { origin: string }) {
  const t = useTranslations('docs.introduction')
  const values = {
    origin,
    p: (text: ReactNode) => <p>{text}</p>,
    code: (text: ReactNode) => <code>{text}</code>,
    login: (text: ReactNode) => <Link href="/docs/v1/token#createToken">{text}</Link>,
    errors: (text: ReactNode) => <Link href="/docs/errors">{text}</Link>,
  } satisfies RichTranslationValues
  return introductionSections.map((id) => (
    <section key={id} id={id} aria-labelledby={`${id}.title`}>
      <h3 id={`${id}.title`}>{t(`${id}.title`)}</h3>
      {t.rich(`${id}.text`, values)}
      {id === 'authentication' && (
        <>
          <ul>
            {tokenForms.map(([form, key]) => (
              <li key={key}>
                <code>{form}</code>
                <br />
                {t(`authentication.${key}`)}
              </li>
            ))}
          </ul>
          {t.rich('authentication.more', values)}
        </>
      )}
    </section>
  ))
}
