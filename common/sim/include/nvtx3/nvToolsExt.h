/// @file
/// @brief NVTX, by which programs name their phases for NVIDIA's profilers: here the names go nowhere, and cost nothing.
#pragma once

#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

#define LOCKSTEP_NVTX(Result, name, parameters, result) \
  static inline __attribute__((unused)) Result name parameters { return result; }
#define LOCKSTEP_NVTX_TEXTS(Result, name, before, result)                                    \
  LOCKSTEP_NVTX(Result, name##A, (before __attribute__((unused)) const char* text_), result) \
  LOCKSTEP_NVTX(Result, name##W, (before __attribute__((unused)) const wchar_t* text_), result)
#define LOCKSTEP_NONE
#define LOCKSTEP_DOMAIN __attribute__((unused)) nvtxDomainHandle_t domain_,
#define LOCKSTEP_NUMBER __attribute__((unused)) uint32_t number_,
#define LOCKSTEP_EVENT __attribute__((unused)) const nvtxEventAttributes_t* event_

LOCKSTEP_NVTX(void, nvtxInitialize, (__attribute__((unused)) const void* reserved_), (void)0)
LOCKSTEP_NVTX_TEXTS(void, nvtxMark, LOCKSTEP_NONE, (void)0)
LOCKSTEP_NVTX(void, nvtxMarkEx, (LOCKSTEP_EVENT), (void)0)
LOCKSTEP_NVTX(void, nvtxDomainMarkEx, (LOCKSTEP_DOMAIN LOCKSTEP_EVENT), (void)0)
LOCKSTEP_NVTX_TEXTS(int, nvtxRangePush, LOCKSTEP_NONE, NVTX_NO_PUSH_POP_TRACKING)
LOCKSTEP_NVTX(int, nvtxRangePushEx, (LOCKSTEP_EVENT), NVTX_NO_PUSH_POP_TRACKING)
LOCKSTEP_NVTX(int, nvtxDomainRangePushEx, (LOCKSTEP_DOMAIN LOCKSTEP_EVENT), NVTX_NO_PUSH_POP_TRACKING)
LOCKSTEP_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)
LOCKSTEP_NVTX(int, nvtxDomainRangePop, (__attribute__((unused)) nvtxDomainHandle_t domain_), NVTX_NO_PUSH_POP_TRACKING)
LOCKSTEP_NVTX_TEXTS(nvtxRangeId_t, nvtxRangeStart, LOCKSTEP_NONE, 0)
LOCKSTEP_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (LOCKSTEP_EVENT), 0)
LOCKSTEP_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx, (LOCKSTEP_DOMAIN LOCKSTEP_EVENT), 0)
LOCKSTEP_NVTX(void, nvtxRangeEnd, (__attribute__((unused)) nvtxRangeId_t id_), (void)0)
LOCKSTEP_NVTX(void, nvtxDomainRangeEnd, (LOCKSTEP_DOMAIN __attribute__((unused)) nvtxRangeId_t id_), (void)0)
LOCKSTEP_NVTX_TEXTS(nvtxDomainHandle_t, nvtxDomainCreate, LOCKSTEP_NONE, (nvtxDomainHandle_t)0)
LOCKSTEP_NVTX(void, nvtxDomainDestroy, (__attribute__((unused)) nvtxDomainHandle_t domain_), (void)0)
LOCKSTEP_NVTX_TEXTS(nvtxStringHandle_t, nvtxDomainRegisterString, LOCKSTEP_DOMAIN, (nvtxStringHandle_t)0)
LOCKSTEP_NVTX_TEXTS(void, nvtxNameCategory, LOCKSTEP_NUMBER, (void)0)
LOCKSTEP_NVTX_TEXTS(void, nvtxNameOsThread, LOCKSTEP_NUMBER, (void)0)
LOCKSTEP_NVTX_TEXTS(void, nvtxDomainNameCategory, LOCKSTEP_DOMAIN LOCKSTEP_NUMBER, (void)0)
#undef LOCKSTEP_NVTX
#undef LOCKSTEP_NVTX_TEXTS
#undef LOCKSTEP_NONE
#undef LOCKSTEP_DOMAIN
#undef LOCKSTEP_NUMBER
#undef LOCKSTEP_EVENT

#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
