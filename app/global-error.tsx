'use client'

import '@mantine/core/styles.layer.css'
import '@/components/ui/theme/global.css'
import { Button, Code, Container, mantineHtmlProps, Stack, Text, Title } from '@mantine/core'
import { Mark } from '@/components/ui/logo'
import { ThemeProvider } from '@/components/ui/theme/provider'
import { usualAccent } from '@/lib/kit/config/accent'

/**
 * The page for a failure of the root layout. The language and the messages are not available, so the page has fixed
 * texts in both languages.
 */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return (
    <html lang="en" {...mantineHtmlProps}>
      <body>
        <title>Something went wrong · 出错了</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <ThemeProvider accent={usualAccent} nonce={undefined}>
          <Container component="main" size="xs" py={96}>
            <Stack gap="lg" align="flex-start">
              <Mark size={40} />
              <Title order={1} size="h2">
                Something went wrong
                <br />
                <span lang="zh-CN">出错了</span>
              </Title>
              <Text>The page could not be shown. It is not your fault; trying again often helps.</Text>
              <Text lang="zh-CN">页面没能显示出来，这不是您的问题，再试一次往往就好。</Text>
              {digest && <Code>{digest}</Code>}
              <Button onClick={retry}>
                Try again ·&nbsp;<span lang="zh-CN">重试</span>
              </Button>
            </Stack>
          </Container>
        </ThemeProvider>
      </body>
    </html>
  )
}
