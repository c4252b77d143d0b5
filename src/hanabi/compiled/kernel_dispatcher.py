"""Kernels that are compiled to machine code only where Python calls them.

Numba treats every function as if Python would call it: it optimizes the function with all that it calls, generates
machine code for it and writes it to the cache. Only a few kernels of a family are called from Python. Here, a kernel
called by another kernel gives that one its unoptimized LLVM code and nothing else; the kernel that Python calls is
optimized, generated and cached once, with everything it calls. A kernel can be called in both ways.

This module uses internals of Numba, so it is only imported for the versions in `compilation.TESTED_VERSIONS`.
"""

import platform
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from llvmlite import binding
from numba.core import (
    caching,
    cgutils,
    codegen,
    compiler,
    compiler_machinery,
    registry,
    typed_passes,
    types,
    untyped_passes,
)
from numba.np import arrayobj

# The CPUs for which a wheel can bring machine code (hatch_build.py): x86 since about 2015, or all of another kind.
# These are Numba's settings CPU_NAME and CPU_FEATURES.
COMMON_CPU = ("x86-64-v3" if platform.machine() in ("x86_64", "AMD64") else "generic", "")
_COMMON_FEATURES = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave")


@cache
def runs_common_code() -> bool:
    if COMMON_CPU[0] == "generic":
        return True
    features = binding.get_host_cpu_features()
    return all(features.get(name) for name in _COMMON_FEATURES)


# Whether a loop (`compilation.KernelFamily.loop`) is being compiled, or a function that it calls.
_IN_LOOP: ContextVar[bool] = ContextVar("in_loop", default=False)


class _CalleeLibrary(codegen.JITCodeLibrary):
    """The code of one kernel, to be linked into the kernel that Python calls."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Without a check of its own: `finalize` checks everything."""
        module = binding.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.name = ir_module.name
        self.add_llvm_module(module)

    def finalize(self) -> None:
        self._final_module.verify()
        self._finalize_dynamic_globals()
        self._finalized = True


class _KernelLibrary(codegen.JITCodeLibrary):
    """The code of a kernel that Python calls, with all that it calls."""

    def finalize(self) -> None:
        self._linking_libraries = _callers_first(self)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """In a loop, tell LLVM that nobody else calls the linked functions: then it adapts them to their arguments."""
        if _IN_LOOP.get():
            callees = [library for library in self._linking_libraries if isinstance(library, _CalleeLibrary)]
            names = {function.name for library in callees for function in library._final_module.functions}
            for function in self._final_module.functions:
                if function.name in names and not function.is_declaration:
                    function.linkage = "internal"
        super()._optimize_final_module()

    def _verify_declare_only_symbols(self) -> None:
        missing = [f.name for f in self._final_module.functions if f.is_declaration and f.name.startswith("_ZN")]
        if missing:
            raise AssertionError(f"{self.name}: not linked: {', '.join(missing)}")


def _callers_first(kernel: _KernelLibrary) -> list[Any]:
    """Everything to link, in an order in which LLVM drops nothing: it only links functions that are already called."""
    callees_first: dict[Any, None] = {}
    seen = {kernel}

    def visit(library: Any) -> None:
        for callee in library._linking_libraries if isinstance(library, _CalleeLibrary | _KernelLibrary) else ():
            if callee not in seen:
                seen.add(callee)
                visit(callee)
                callees_first[callee] = None

    visit(kernel)
    return list(reversed(callees_first))


def _index_from_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """In place of Numba's function, which adds the size to a negative index."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextmanager
def _indexing() -> Iterator[None]:
    """Numba's meaning of an index, or in a loop the faster one. Numba compiles one function at a time."""
    original = arrayobj.fix_integer_index
    if _IN_LOOP.get():
        arrayobj.fix_integer_index = _index_from_start
    try:
        yield
    finally:
        arrayobj.fix_integer_index = original


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _KernelLowering(typed_passes.NativeLowering):
    _name = "hanabi_kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with _indexing():
            return bool(super().run_pass(state))


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _CalleeLowering(typed_passes.NativeLowering):
    _name = "hanabi_callee_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        with _indexing():
            return bool(super().run_pass(state))


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class _CalleeBackend(typed_passes.NoPythonBackend):
    """Callers find the function by a key, in place of its machine code."""

    _name = "hanabi_callee_backend"

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        key, library = object(), state.library
        library.finalize()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state.cr = state.cr._replace(entry_point=key)
        return True


# Passes for what kernels do not have: expressions of whole arrays, `with`, loops over tuples of several types, …
_UNNEEDED = {
    typed_passes.AnnotateTypes,
    typed_passes.DumpParforDiagnostics,
    typed_passes.InlineOverloads,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.NopythonRewrites,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.InlineInlinables,
    untyped_passes.LiteralPropagationSubPipelinePass,
    untyped_passes.LiteralUnroll,
    untyped_passes.WithLifting,
}


class _KernelCompiler(compiler.CompilerBase):
    passes: ClassVar[dict[type, type]] = {typed_passes.NativeLowering: _KernelLowering}

    def define_pipelines(self) -> list[Any]:
        passes = compiler_machinery.PassManager("hanabi")
        for each, description in compiler.DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            if each not in _UNNEEDED:
                passes.add_pass(self.passes.get(each, each), description)
        passes.finalize()
        return [passes]


class _CalleeCompiler(_KernelCompiler):
    passes: ClassVar[dict[type, type]] = {
        typed_passes.NativeLowering: _CalleeLowering,
        typed_passes.NoPythonBackend: _CalleeBackend,
    }


class _CalleeDispatcher(registry.CPUDispatcher):
    """A kernel as other kernels call it."""

    def __init__(self, function: Any, options: dict[str, Any], *, by_type: bool) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_CalleeCompiler)
        self._by_type = by_type

    def get_call_template(self, args: Any, kws: Any) -> Any:
        if self._by_type:
            args = tuple(map(types.unliteral, args))
            kws = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(args, kws)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres


class _Locator(caching.UserProvidedCacheLocator):
    """All copies of the same sources share a cache, wherever they are installed."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return Path(py_file).parent.name


class _CacheFormat(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator, *caching.CompileResultCacheImpl._locator_classes[1:]]  # noqa: RUF012


class _KernelCache(caching.FunctionCache):
    """Machine code for this CPU; where there is none yet, the code that the package brings for common CPUs."""

    _impl_class = _CacheFormat

    def __init__(self, function: Any, shipped: Path) -> None:
        super().__init__(function)
        place = shipped / Path(self.cache_path).name
        stamp = self._impl.locator.get_source_stamp()
        self._shipped = caching.IndexDataCacheFile(str(place), self._impl.filename_base, stamp)

    def has_code(self) -> bool:
        """Whether there is code for some types."""
        files = [self._cache_file, self._shipped] if runs_common_code() else [self._cache_file]
        return any(Path(file._index_path).exists() for file in files)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        compiled = super()._load_overload(sig, target_context)
        if compiled is None and self._enabled and runs_common_code():
            _, (triple, _, _), code = self._index_key(sig, target_context.codegen())
            data = self._shipped.load((sig, (triple, *COMMON_CPU), code))
            compiled = data and self._impl.rebuild(target_context, data)
        return compiled


class KernelDispatcher(registry.CPUDispatcher):
    """A kernel as Python calls it."""

    def __init__(
        self, function: Any, options: dict[str, Any], *, by_type: bool, shipped: Path, is_loop: bool = False
    ) -> None:
        self._shipped = shipped
        self._is_loop = is_loop
        options = {"nopython": True, "boundscheck": None} | options
        super().__init__(function, targetoptions=options, pipeline_class=_KernelCompiler)
        self.enable_caching()
        # Functions called by a loop are compiled apart from those called by other kernels.
        self._callees = {each: _CalleeDispatcher(function, options, by_type=by_type) for each in (False, True)}

    def compile(self, sig: Any) -> Any:
        before = _IN_LOOP.set(self._is_loop)
        try:
            return super().compile(sig)
        finally:
            _IN_LOOP.reset(before)

    def enable_caching(self) -> None:
        self._cache = _KernelCache(self.py_func, self._shipped)

    def is_cached(self) -> bool:
        return self._cache.has_code()

    @property
    def _numba_type_(self) -> Any:
        """What kernels that call this one see."""
        return types.Dispatcher(self._callees[_IN_LOOP.get()])

    def add_overload(self, cres: Any) -> None:
        for environment in cres._find_referenced_environments():
            cres.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)
