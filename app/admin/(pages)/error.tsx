'use client'

import { PageFailure } from '@/components/page-failure'

export default PageFailure
